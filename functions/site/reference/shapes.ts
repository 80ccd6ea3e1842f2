import { html } from 'hono/html'
import type { OpenApi } from '../../../shared/openapi/document.ts'
import { isJson, type Json } from '../../../shared/openapi/json-schema.ts'
import type { Html } from '../../../shared/pages/page.ts'
import { nameOf, part, partsOf, textOf } from './look-up.ts'

const ref = (schema: Json): Html => {
  const name = nameOf(textOf(schema, '$ref'))
  return html`<a href="#shape-${name}">${name}</a>`
}

const bound = (schema: Json, [least, most, unit]: readonly [string, string, string]): string => {
  const [from, to] = [schema[least], schema[most]]
  if (from === undefined && to === undefined) return ''
  return ` (${[from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`].join(' ').trim()}${unit})`
}

const LIMITS = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' characters'],
] as const

const plain = (schema: Json): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return String(schema.const)
  const types = Array.isArray(schema.type) ? schema.type.map(String) : [textOf(schema, 'type') || 'anything']
  const format = textOf(schema, 'format')
  return `${types.join(' or ')}${format === '' ? '' : `, ${format}`}${LIMITS.map((limit) => bound(schema, limit)).join('')}`
}

/** The type of a value in words: a list of what, one of which words, between which bounds. */
export const typeOf = (schema: Json): Html => {
  if (schema.$ref !== undefined) return ref(schema)
  if (isJson(schema.items)) return html`list of ${typeOf(schema.items)}`
  const options = partsOf(schema, 'anyOf')
  if (options.length > 0) return html`${options.map((option, at) => html`${at === 0 ? '' : ' or '}${typeOf(option)}`)}`
  return html`${plain(schema)}`
}

const fieldRow = (name: string, field: Json, isRequired: boolean): Html => html`<tr role="row">
  <th scope="row" role="rowheader"><code>${name}</code>${isRequired ? '' : html` <small class="muted">optional</small>`}</th>
  <td role="cell" data-label="Type"><div>${typeOf(field)}${field.default === undefined ? '' : html`, default <code>${String(field.default)}</code>`}</div></td>
  <td role="cell" data-label="Meaning"><div>${textOf(field, 'description')}</div></td>
</tr>`

/** The fields of an object as a table; nothing for what has no fields. */
export const fieldTable = (schema: Json, caption: string): Html => {
  const fields = Object.entries(part(schema, 'properties')).filter(([, field]) => isJson(field))
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  if (fields.length === 0) return html``
  return html`<table class="records" role="table" aria-label="${caption}">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">Field</th>
        <th scope="col" role="columnheader">Type</th>
        <th scope="col" role="columnheader">Meaning</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${fields.map(([name]) => fieldRow(name, part(schema.properties, name), required.includes(name)))}
    </tbody>
  </table>`
}

const shape = (name: string, schema: Json): Html => {
  const options = partsOf(schema, 'anyOf')
  const tables = options.length > 0 ? options : [schema]
  return html`<section id="shape-${name}" aria-labelledby="shape-${name}-title">
    <h3 id="shape-${name}-title"><code>${name}</code></h3>
    ${isJson(schema.properties) || options.length > 0 ? '' : html`<p>${typeOf(schema)}</p>`}
    ${tables.map((each, at) => fieldTable(each, `Fields of ${name}${at === 0 ? '' : `, variant ${at + 1}`}`))}
  </section>`
}

/** Every shape that has a name, with its fields. */
export const shapes = ({ components }: OpenApi): Html =>
  html`${Object.keys(part(components, 'schemas')).map((name) => shape(name, part(components.schemas, name)))}`
