import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type LocalTable, TableShape, tableNameOf } from './tables.ts'

const STACK = 'Pointsman'

const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.optional(z.unknown()) })),
})

const Assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.optional(z.string()) }) })),
})

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Timeout: z._default(z.number(), 3),
  MemorySize: z._default(z.number(), 128),
  Environment: z._default(z.object({ Variables: z._default(z.record(z.string(), z.unknown()), {}) }), {
    Variables: {},
  }),
})

/** `integrations/` and the integration's id: the only form of a target that an HTTP API knows. */
const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.object({
    'Fn::Join': z.tuple([z.literal(''), z.tuple([z.literal('integrations/'), z.object({ Ref: z.string() })])]),
  }),
})

const IntegrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  PayloadFormatVersion: z.literal('2.0'),
  IntegrationUri: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
})

export type LocalFunction = {
  readonly id: string
  readonly codeFolder: string
  readonly handler: string
  readonly timeoutSeconds: number
  readonly memoryMegabytes: number
  /** As the template has them: with references in them. */
  readonly variables: Readonly<Record<string, unknown>>
}

export type Route = { readonly routeKey: string; readonly functionId: string }

/** The logical ids of what signs people in. */
export type PeopleIds = { readonly pool: string; readonly client: string; readonly domain: string }

/** What the template says, as far as this machine runs it; resources are named by their logical ids. */
export type Deployment = {
  readonly api: string
  readonly routes: readonly Route[]
  readonly functions: readonly LocalFunction[]
  readonly buckets: readonly string[]
  /** Each under the name that it has on this machine. */
  readonly tables: readonly TableOf[]
  readonly people: PeopleIds | undefined
}

type TableOf = LocalTable & { readonly id: string }

type Resources = z.infer<typeof Template>['Resources']

const readJson = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

const parsed = <T>(schema: z.ZodMiniType<T>, value: unknown, of: string): T => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`${of} is not what this machine understands: ${z.prettifyError(result.error)}`)
}

const ofType = (resources: Resources, type: string): (readonly [id: string, properties: unknown])[] =>
  Object.entries(resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties])

const idsOf = (resources: Resources, type: string): string[] => ofType(resources, type).map(([id]) => id)

const integrationTargets = (resources: Resources): ReadonlyMap<string, string> =>
  new Map(
    ofType(resources, 'AWS::ApiGatewayV2::Integration').map(([id, properties]) => {
      const { IntegrationUri } = parsed(IntegrationProperties, properties, `The integration ${id}`)
      return [id, IntegrationUri['Fn::GetAtt'][0]]
    }),
  )

const routesOf = (resources: Resources): Route[] => {
  const targets = integrationTargets(resources)
  return ofType(resources, 'AWS::ApiGatewayV2::Route').map(([id, properties]) => {
    const { RouteKey, Target } = parsed(RouteProperties, properties, `The route ${id}`)
    const integration = Target['Fn::Join'][1][1].Ref
    const functionId = targets.get(integration)
    if (functionId === undefined) throw new Error(`The route ${RouteKey} leads to ${integration}, which is not there`)
    return { routeKey: RouteKey, functionId }
  })
}

const functionOf = (id: string, properties: unknown, folderOf: (s3Key: string) => string): LocalFunction => {
  const { Code, Handler, Timeout, MemorySize, Environment } = parsed(FunctionProperties, properties, `Function ${id}`)
  return {
    id,
    codeFolder: folderOf(Code.S3Key),
    handler: Handler,
    timeoutSeconds: Timeout,
    memoryMegabytes: MemorySize,
    variables: Environment.Variables,
  }
}

const tablesOf = (resources: Resources): TableOf[] =>
  ofType(resources, 'AWS::DynamoDB::GlobalTable').map(([id, properties]) => ({
    id,
    name: tableNameOf(id),
    shape: parsed(TableShape, properties, `The table ${id}`),
  }))

/** All three or none: a part alone could sign nobody in. */
const peopleOf = (resources: Resources): PeopleIds | undefined => {
  const found = ['UserPool', 'UserPoolClient', 'UserPoolDomain'].map((part) =>
    idsOf(resources, `AWS::Cognito::${part}`),
  )
  if (found.every((ids) => ids.length === 0)) return undefined
  const [pool, client, domain] = found.flat()
  if (found.some((ids) => ids.length !== 1) || pool === undefined || client === undefined || domain === undefined)
    throw new Error('The template must have one user pool with one client and one domain, or nothing of these')
  return { pool, client, domain }
}

/** Where the assets manifest says that the code of an `S3Key` lies. */
const codeFolders = (folder: string): ((s3Key: string) => string) => {
  const file = `${STACK}.assets.json`
  const { files } = parsed(Assets, readJson(folder, file), file)
  const paths = new Map(Object.entries(files).map(([hash, asset]) => [`${hash}.zip`, asset.source.path]))
  return (s3Key) => {
    const path = paths.get(s3Key)
    if (path === undefined) throw new Error(`${file} does not say where the code ${s3Key} lies`)
    return join(folder, path)
  }
}

/** Reads the synthesized template and its assets manifest from the folder that CDK wrote. */
export const readDeployment = (folder: string): Deployment => {
  const file = `${STACK}.template.json`
  const { Resources } = parsed(Template, readJson(folder, file), file)
  const folderOf = codeFolders(folder)
  const [api, ...others] = idsOf(Resources, 'AWS::ApiGatewayV2::Api')
  if (api === undefined || others.length > 0) throw new Error(`${file} must have exactly one HTTP API`)
  return {
    api,
    routes: routesOf(Resources),
    functions: ofType(Resources, 'AWS::Lambda::Function').map(([id, properties]) =>
      functionOf(id, properties, folderOf),
    ),
    buckets: idsOf(Resources, 'AWS::S3::Bucket'),
    tables: tablesOf(Resources),
    people: peopleOf(Resources),
  }
}
