import { isJson, type Json } from './json-schema.ts'

const MODEL_ID = 'Provider-native model id where one is known, else the full OpenRouter id.'
const ROUTER_ID = 'Id of the model at the aggregator OpenRouter; null where it is not there.'
const DOMAIN = "Domain of the provider's official website, used for the logo."
const AS_OF = 'Time of the index snapshot that answered.'

const RECOMMENDATION = {
  model: MODEL_ID,
  openRouterId: ROUTER_ID,
  name: 'Name of the model for people.',
  provider: 'Name of the provider.',
  providerDomain: DOMAIN,
  logoUrl: "Favicon of the provider's website.",
  reason: 'The figures that decided, and what the runner-up would have given, in one or two sentences.',
  price: 'Blended price in USD per 1M tokens: three parts input, one part output.',
  intelligence: 'Benchmark-style intelligence score, 0 to 100.',
  speed: 'Measured output tokens per second.',
  value: 'Points of intelligence above the lower quartile of what the filters leave, per blended dollar.',
  updatedAt: AS_OF,
}

/** What each field means, by the name of its shape; held against the shapes by a test. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Recommendation: RECOMMENDATION,
  RouteResult: {
    ...RECOMMENDATION,
    fallback: 'Id of the model to turn to should the first fail, of another provider where there is one.',
    fallbackOpenRouterId: 'Id of the fallback at OpenRouter.',
    fallbackLogoUrl: "Favicon of the fallback provider's website.",
    policy: 'The rule that chose, in one line with the coefficients that applied.',
    task: 'The task that the route was computed for.',
    providerFilter: 'The provider allowlist that applied; empty when there was none.',
    regionFilter: 'The region allowlist that applied; empty when there was none.',
  },
  Model: {
    id: MODEL_ID,
    openRouterId: ROUTER_ID,
    name: 'Name of the model for people.',
    provider: 'Name of the provider.',
    providerAliases: 'Further lower-case names under which the parameter providers finds the provider.',
    providerDomain: DOMAIN,
    logoUrl: "Favicon of the provider's website.",
    region: 'Where the maker has its headquarters, not where the model is served; null where that is unknown.',
    effort: 'The configuration whose scores are published.',
    intelligenceScore: 'Intelligence, 0 to 100.',
    codingScore: 'Coding, 0 to 100.',
    reasoningScore: 'Reasoning, 0 to 100; repeats intelligence where the tag reasoning-unmeasured says so.',
    agenticScore: 'Agentic work, 0 to 100; null where unmeasured.',
    inputPricePer1M: 'USD per 1M input tokens.',
    outputPricePer1M: 'USD per 1M output tokens.',
    cacheReadPricePer1M: 'USD per 1M input tokens read from a cache; null where unknown.',
    blendedPricePer1M: '(3 x input + output) / 4, in USD per 1M tokens.',
    listPrice: "The maker's own newer price list where it contradicts the price used.",
    verbosity: 'Output tokens per task over the median of the index; 1 where unmeasured.',
    speedTokensPerSecond: 'Measured output tokens per second.',
    latencyMs: 'Time to the first token in milliseconds.',
    contextLength: 'Largest context in tokens.',
    maxOutputTokens: 'Largest output in tokens; null where unknown.',
    inputModalities: 'What the model takes in.',
    supports: 'What the model can do besides answering in text; null where no source says.',
    openWeights: 'Whether the weights are published.',
    createdAt: 'Day on which the model came out.',
    retiresAt: 'Day from which the model no longer answers.',
    valueScore: 'Points of intelligence above the lower quartile of the index, per blended dollar.',
    tags: 'What to know of the figures, for example price-disputed.',
    sourceIds: "Every source that the model's figures come from.",
    provenance: 'Where and when each figure came from: its source, the time of that source, and the figures it gave.',
  },
  Source: {
    id: 'Id that sourceIds of models refer to.',
    name: 'Name of the source.',
    url: 'Where the source is.',
    licence: 'Terms under which the source gives its data.',
    attribution: 'What the source demands to be said of it.',
    asOf: 'Time of the extract.',
    provides: 'The figures taken from it.',
  },
  Answers: {
    cheapest: 'The answer of /api/cheapest without filters.',
    fastest: 'The answer of /api/fastest without filters.',
    smartest: 'The answer of /api/smartest without filters.',
    bestValue: 'The answer of /api/best-value without filters.',
    route: 'The answer of /api/route without parameters.',
  },
  ModelIndex: {
    updatedAt: AS_OF,
    generatedBy: 'Program and version that made the snapshot.',
    methodology: 'How the figures were made, in sentences.',
    sources: 'Where the figures come from.',
    answers: 'The current winners and the default route.',
    models: 'Every model of the index.',
    awaitingScores:
      'Models that left when the benchmark changed its version, with their last score, until they are scored again.',
    api: 'The endpoints of the routing API.',
  },
  ApiToken: {
    _id: 'Id of the token record.',
    name: 'Label given when the token was made.',
    tokenPrefix: 'Leading characters of the token, for display.',
    lastFour: 'Last four characters of the token, for display.',
    scopes: 'What the token may do.',
    source: 'Where the token was made: settings, cli, or a label of the caller.',
    client: 'What the client called itself when the token was made.',
    createdAt: 'When the token was made.',
    lastUsedAt: 'When the token was last used, to the minute; null until it is.',
    expiresAt: 'When the token stops working; null for one that never does.',
    revokedAt: 'When the token was revoked; null while it is not.',
  },
  NewToken: {
    name: 'A label: 1 to 100 characters, no control or invisible ones, not a token.',
    source: 'Where the token is made, a label of your own.',
    client: 'What the client calls itself: printable ASCII, not all of it spaces.',
    scopes: 'What the token shall be allowed. A scope named twice counts once.',
    expiresInDays: 'Days until the token expires; 90 where neither this nor expiresAt is sent.',
    expiresAt: 'Send null, and no expiresInDays, for a token that never expires.',
  },
  CreateTokenReply: {
    token: 'The token itself, shown this once: only its hash is kept.',
    apiToken: 'The record of the token.',
  },
  ListTokensReply: { tokens: 'Every token of the signed-in person, newest first.' },
  RevokeTokenReply: { apiToken: 'The record, with revokedAt set.' },
  SessionState: {
    signedIn: 'Whether somebody is signed in with this browser.',
    email: 'The e-mail address of the account.',
    workspace: 'Id of the workspace of the account.',
    expiresAt: 'When the session ends unless it is used.',
  },
  ConnectorSnapshot: {
    apiVersion: 'Date that marks the contract of this answer, not its data.',
    loopId: 'The loop named in the path.',
    generatedAt: 'When this answer was made.',
    workspace: 'Id of the workspace of the token.',
    status: 'State of the snapshot: empty so far; other values may come.',
    connectors: 'Connected tools; none in an empty snapshot.',
    signals: 'What the tools told; nothing in an empty snapshot.',
    message: 'What the status means, for people.',
  },
  Error: {
    statusCode: 'The status of the answer.',
    message: 'What is wrong and, where we know it, what would be right.',
  },
  GatewayError: { message: 'What is wrong, in a word or two of the gateway.' },
}

/** What the service checks in code of its own, and so the shapes do not say. */
const CHECKED: Readonly<Record<string, Json>> = {
  NewToken: {
    not: { required: ['expiresInDays', 'expiresAt'], properties: { expiresInDays: {}, expiresAt: {} } },
  },
  'NewToken.name': { minLength: 1, maxLength: 100 },
  'NewToken.expiresInDays': { default: 90 },
}

const withWords = (name: string, schema: unknown): unknown => {
  const words = FIELDS[name] ?? {}
  if (!isJson(schema) || !isJson(schema.properties)) return schema
  const properties = Object.entries(schema.properties).map(([field, property]) => {
    const description = words[field]
    if (description === undefined || !isJson(property)) return [field, property]
    return [field, { ...property, ...CHECKED[`${name}.${field}`], description }]
  })
  return { ...schema, properties: Object.fromEntries(properties), ...CHECKED[name] }
}

/** The schema with the meaning of its fields, in each of its alternatives where it has some. */
export const described = (name: string, schema: Json): Json => {
  const { anyOf } = schema
  const done = Array.isArray(anyOf) ? { ...schema, anyOf: anyOf.map((each) => withWords(name, each)) } : schema
  const whole = withWords(name, done)
  return isJson(whole) ? whole : schema
}
