import { describe, expect, it } from 'vitest'
import { bundleOf } from '../support/synthesis.ts'

describe('The routing bundle', () => {
  const { bytes, inputs } = bundleOf('routing')

  it('is made of our code', () => {
    expect(Object.keys(inputs)).toContain('functions/routing/handlers.ts')
  })

  it('holds no AWS SDK, which makes a cold start three to four times as long', () => {
    expect(Object.keys(inputs).filter((path) => /node_modules\/@?(aws-sdk|smithy|aws-crypto)/.test(path))).toEqual([])
  })

  it('stays within 60 kB minified', () => {
    expect(bytes).toBeLessThanOrEqual(60_000)
  })

  it('does not carry the index, which is a side file read only when needed', () => {
    expect(Object.keys(inputs).filter((path) => path.endsWith('.json'))).toEqual([])
  })
})
