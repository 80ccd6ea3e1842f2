import { gzipSync } from 'node:zlib'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Hono } from 'hono'
import { handle } from 'hono/aws-lambda'
import * as z from 'zod'
import { answersOf, route } from '../../../shared/models/answers.ts'
import { type Loaded, load } from '../../../shared/models/loaded.ts'
import { BUDGETS, DEFAULT_QUESTION, LATENCIES, QUALITIES, Region, TASKS } from '../../../shared/models/question.ts'

const words = z
  .string()
  .optional()
  .transform((text) => text?.split(',').map((word) => word.trim().toLowerCase()) ?? [])

const Query = z.object({
  task: z.enum(TASKS).default(DEFAULT_QUESTION.task),
  latency: z.enum(LATENCIES).default(DEFAULT_QUESTION.latency),
  budget: z.enum(BUDGETS).default(DEFAULT_QUESTION.budget),
  quality: z.enum(QUALITIES).default(DEFAULT_QUESTION.quality),
  providers: words,
  regions: words.pipe(z.array(Region)),
})

const s3 = new S3Client({ forcePathStyle: true })
let loading: Promise<Loaded> | undefined

const read = async (): Promise<Loaded> => {
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: process.env.POINTSMAN_INDEX_BUCKET, Key: 'index/current.json' }),
  )
  return load((await Body?.transformToString()) ?? '', new Date())
}

const current = (): Promise<Loaded> => {
  loading ??= read()
  return loading
}

const logged = (entry: Readonly<Record<string, unknown>>): void =>
  console.log({ level: 'info', requestId: 'JKJaXmPLvHcESHA=', status: 200, caller: 'anyone', ...entry })

const app = new Hono()

/** The service as one would write it today with a framework, a schema library and the SDK. */
app.get('/api/route', async (context) => {
  const start = performance.now()
  const question = Query.safeParse(context.req.query())
  if (!question.success) return context.json({ statusCode: 400, message: question.error.message }, 400)
  const answered = route((await current()).index, question.data, new Date())
  if (!answered.ok) return context.json({ statusCode: 404, message: answered.message }, 404)
  logged({ operation: 'route', milliseconds: performance.now() - start, answer: answered.answer.model })
  return context.json(answered.answer, 200, { 'cache-control': 'public, max-age=60' })
})

app.get('/api/models', async (context) => {
  const { snapshot } = await current()
  logged({ operation: 'models' })
  const answers = answersOf(snapshot.models, snapshot.updatedAt, new Date())
  const body = gzipSync(JSON.stringify({ ...snapshot, answers }))
  return context.body(body, 200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
})

export const handler = handle(app)
