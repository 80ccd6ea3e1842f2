import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * DynamoDB answers in milliseconds or it is in trouble: three tries of about a second each end before API Gateway or a
 * person gives up. Without `throwOnRequestTimeout` the time-out would only be logged; `socketTimeout` bounds a body that stops.
 */
const PATIENCE = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, socketTimeout: 1_000, throwOnRequestTimeout: true },
} as const satisfies DynamoDBClientConfig

/** Region, credentials and `AWS_ENDPOINT_URL_DYNAMODB` come from the environment unless given. */
export const documentClient = (overrides: DynamoDBClientConfig = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ ...PATIENCE, ...overrides }), {
    marshallOptions: { removeUndefinedValues: true },
  })
