import { join } from 'node:path'
import { App, type Environment, Validations } from 'aws-cdk-lib'
import type { Metafile } from 'esbuild'
import { groups } from '../shared/contract/all.ts'
import { bundle } from './bundle.ts'
import { PointsmanStack } from './stack.ts'

/** The same settings as cdk.json, which a plain `node infra/app.ts` does not read. */
const settings = { analyticsReporting: false, treeMetadata: false, stackTraces: false } as const

const environmentOf = (): Environment => {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env
  return account === undefined || region === undefined ? {} : { account, region }
}

type AppAt = (outdir: string) => App | Promise<App>

/** Neither CDK's rules nor AWS's own are asked: a start on this machine would wait four seconds for them. */
export const plainApp = (outdir: string): App =>
  new App({ ...settings, outdir, builtinCloudFormationValidation: false })

/**
 * An app whose synthesis stops at anything that AWS's own checks object to and that is not acknowledged: for what is
 * deployed, and for the tests.
 */
export const checkedApp = async (outdir: string): Promise<App> => {
  const { AwsSolutionsChecks } = await import('cdk-nag')
  const app = new App({ ...settings, outdir })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  return app
}

/** Bundles the functions, writes the CloudFormation template and its assets to a folder, and tells what was bundled. */
export const synthesize = async (outdir: string, appAt: AppAt = plainApp): Promise<Metafile> => {
  const metafile = await bundle([...groups, 'refresh'])
  const app = await appAt(outdir)
  new PointsmanStack(app, 'Pointsman', { env: environmentOf() })
  app.synth()
  return metafile
}

if (import.meta.main) await synthesize(process.env.CDK_OUTDIR ?? join(import.meta.dirname, '..', 'cdk.out'), checkedApp)
