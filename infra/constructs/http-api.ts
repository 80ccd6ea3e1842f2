import { RemovalPolicy, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { operations } from '../../shared/contract/all.ts'
import { type Group, type Operation, routeKeysOf } from '../../shared/http/operation.ts'

const METHODS: ReadonlyMap<string, HttpMethod> = new Map(Object.values(HttpMethod).map((method) => [method, method]))

const httpRouteKey = (routeKey: string): HttpRouteKey => {
  const [method = '', path = ''] = routeKey.split(' ')
  return routeKey === '$default' ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, METHODS.get(method))
}

/** What the gateway writes of a request: the route, never the path or the query, which may hold a token. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    routeKey: '$context.routeKey',
    status: '$context.status',
    milliseconds: '$context.responseLatency',
    time: '$context.requestTimeEpoch',
  }),
)

const settingsOf = ({ throttle }: Operation) => ({
  ThrottlingRateLimit: throttle.rate,
  ThrottlingBurstLimit: throttle.burst,
  DetailedMetricsEnabled: false,
})

const routeSettings = () =>
  Object.fromEntries(operations.flatMap((declared) => routeKeysOf(declared).map((key) => [key, settingsOf(declared)])))

/** The HTTP API with one route for each operation, path and method, every one throttled by itself. */
export class PointsmanApi extends Construct {
  readonly api: HttpApi
  readonly stage: HttpStage

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Pointsman' })
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logs), format: ACCESS_LOG },
    })
    // Per-route throttling exists only on the L1 resource, with PascalCase keys and all three fields.
    const stage = this.stage.node.defaultChild
    if (stage instanceof CfnStage) stage.routeSettings = routeSettings()
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The routing API is public by design; sessions and tokens of the other routes are checked in the functions.',
    })
  }

  /** Points every route at its group's function, with one permission for each function. */
  route(functions: ReadonlyMap<Group, IFunction>): void {
    const integrations = new Map(
      [...functions].map(([group, handler]) => [
        group,
        new HttpLambdaIntegration(group, handler, { scopePermissionToRoute: false }),
      ]),
    )
    for (const declared of operations) {
      const integration = integrations.get(declared.group)
      if (integration === undefined) throw new Error(`No function for the group ${declared.group}`)
      for (const key of routeKeysOf(declared)) {
        const route = new HttpRoute(this, key, { httpApi: this.api, routeKey: httpRouteKey(key), integration })
        this.stage.node.addDependency(route)
      }
    }
  }
}
