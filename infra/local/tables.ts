import * as z from 'zod/mini'

const Key = z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })

/** What `AWS::DynamoDB::GlobalTable` says of a table, as far as a table on this machine can follow it. */
export const TableShape = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema: z.array(Key),
  GlobalSecondaryIndexes: z.optional(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema: z.array(Key),
        Projection: z.object({
          ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: z.optional(z.array(z.string())),
        }),
      }),
    ),
  ),
})
export type TableShape = z.infer<typeof TableShape>

export type LocalTable = { readonly name: string; readonly shape: TableShape }

/** A table name out of a logical id: as stable as the template, and as unique. */
export const tableNameOf = (logicalId: string): string => logicalId.slice(0, 255)
