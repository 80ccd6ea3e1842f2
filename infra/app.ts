import { join } from 'node:path'
import { App, type Environment, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { groups } from '../shared/contract/all.ts'
import { bundle } from './bundle.ts'
import { PointsmanStack } from './stack.ts'

/** The same settings as cdk.json, which a plain `node infra/app.ts` does not read. */
const settings = { analyticsReporting: false, treeMetadata: false, stackTraces: false } as const

const environmentOf = (): Environment => {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env
  return account === undefined || region === undefined ? {} : { account, region }
}

/** Bundles the functions and writes the CloudFormation template and its assets to a folder. */
export const synthesize = async (outdir: string): Promise<void> => {
  await bundle(groups)
  const app = new App({ ...settings, outdir })
  new PointsmanStack(app, 'Pointsman', { env: environmentOf() })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
}

if (import.meta.main) await synthesize(process.env.CDK_OUTDIR ?? join(import.meta.dirname, '..', 'cdk.out'))
