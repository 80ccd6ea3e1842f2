import { describe, expect, it } from 'vitest'
import { bundleOf } from '../support/synthesis.ts'

const awsSdkIn = (inputs: ReturnType<typeof bundleOf>['inputs']): readonly string[] =>
  Object.keys(inputs).filter((path) => /node_modules\/@?(aws-sdk|smithy|aws-crypto)/.test(path))

describe('The routing bundle', () => {
  const { bytes, inputs } = bundleOf('routing')

  it('is made of our code', () => {
    expect(Object.keys(inputs)).toContain('functions/routing/handlers.ts')
  })

  it('holds no AWS SDK, which makes a cold start three to four times as long', () => {
    expect(awsSdkIn(inputs)).toEqual([])
  })

  it('stays within 60 kB minified', () => {
    expect(bytes).toBeLessThanOrEqual(60_000)
  })

  it('does not carry the index, which is a side file read only when needed', () => {
    expect(Object.keys(inputs).filter((path) => path.endsWith('.json'))).toEqual([])
  })
})

describe('The bundles that read single items only', () => {
  it.each(['snapshots', 'site'])('%s: hold no more of the AWS SDK than what reads an item', (group) => {
    const reader = 'node_modules/@aws-sdk/util-dynamodb/'
    expect(awsSdkIn(bundleOf(group).inputs).filter((path) => !path.startsWith(reader))).toEqual([])
  })

  it('as others do not', () => {
    expect(awsSdkIn(bundleOf('tokens').inputs).length).toBeGreaterThan(10)
  })
})
