import { expect, test } from 'vitest'
import { keyOfId, readName, readSlug } from '../../../../shared/models/feeds/naming.ts'

test.each([
  ['Anthropic: Claude Haiku 4.5', 'Claude 4.5 Haiku (Reasoning)'],
  ['Qwen: Qwen3.5-35B-A3B', 'Qwen3.5 35B A3B (Non-reasoning)'],
  ['NVIDIA: Nemotron 3 Nano 30B A3B', 'NVIDIA Nemotron 3 Nano 30B A3B (Reasoning)'],
  ['Qwen: Qwen3 235B A22B Thinking 2507', 'Qwen3 235B A22B 2507 (Reasoning)'],
  ['Anthropic: Claude Sonnet 5', 'Claude Sonnet 5 (Adaptive Reasoning, Max Effort)'],
])('%s and %s are one name', (listed, measured) => {
  expect(readName(listed).key).toBe(readName(measured).key)
})

test.each([
  ['GPT-5.4', 'GPT-4.5'],
  ['GPT-5.2', 'GPT-5.2 Codex'],
  ['GPT-5.2', 'GPT-5.2 Chat'],
  ['Hy3', 'Hy3 preview'],
  ['o1', 'o1-preview'],
  ['Sonar Pro', 'Sonar Reasoning Pro'],
  ['Command A', 'Command A+'],
  ['DeepSeek V4 Flash', 'DeepSeek V4 Flash 0731'],
  ["GPT-4o (May '24)", "GPT-4o (Nov '24)"],
  ['GPT-5', 'GPT-5 mini'],
])('%s and %s are two names', (one, other) => {
  expect(readName(one).key).not.toBe(readName(other).key)
})

test.each([
  ['GPT-5.6 Luna (xhigh)', 'xhigh'],
  ['Claude Opus 5 (Adaptive Reasoning, Max Effort)', 'max'],
  ['Claude Sonnet 4.6 (Non-reasoning, High Effort)', 'non-reasoning'],
  ['Claude 4.5 Haiku (Reasoning)', 'reasoning'],
  ['GPT-5.4 mini (Non-Reasoning)', 'non-reasoning'],
  ['Qwen3.7 Max', null],
  ['Qwen3 Max (Preview)', null],
])('the effort of %s is %s', (name, effort) => {
  expect(readName(name).effort).toBe(effort)
})

test.each([
  ['gpt-5-4-mini-xhigh', 'GPT-5.4 Mini', 'xhigh'],
  ['claude-4-5-haiku-reasoning', 'Claude Haiku 4.5', 'reasoning'],
  ['gpt-5-6-luna-non-reasoning', 'GPT-5.6 Luna', 'non-reasoning'],
  ['claude-fable-5-max-opus-4-8-fallback', 'Claude Fable 5', 'max'],
  ['qwen3-5-397b-a17b-reasoning', 'Qwen3.5 397B A17B', 'reasoning'],
  ['ministral-3-14b', 'Ministral 3 14B', null],
  ['kimi-k2-6-reasoning', 'Kimi K2.6', 'reasoning'],
  ['gpt-oss-120b-high', 'gpt-oss-120b', 'high'],
])('the slug %s can be read as %s at %s', (slug, name, effort) => {
  expect(readSlug(slug)).toContainEqual({ key: readName(name).key, wording: null, effort })
})

test('reads the whole slug first, because max and high can be part of a name', () => {
  expect(readSlug('qwen3-7-max')[0]).toEqual({ key: readName('Qwen3.7 Max').key, wording: null, effort: null })
})

test.each([
  ['mistralai/mistral-medium-3-5', 'Mistral Medium 3.5'],
  ['anthropic/claude-opus-4.8', 'Claude Opus 4.8'],
  ['google/gemma-4-31b-it', 'Gemma 4 31B'],
  ['acme/swift-2:free', 'Swift 2'],
])('the id %s bears the name %s', (id, name) => {
  expect(keyOfId(id)).toBe(readName(name).key)
})
