import { dayIn } from './when.js'

const MAX_NAME = 100
const DAYS = { least: 1, most: 365 }

/** What the form asks for, as the POST takes it; faults by field where it cannot be sent. */
const read = (form) => {
  const fields = new FormData(form)
  const name = String(fields.get('name')).trim()
  const scopes = fields.getAll('scopes')
  const expiry = fields.get('expiry')
  const days = Number(expiry === 'custom' ? fields.get('days') : expiry)
  const faults = {}
  if (name === '') faults.name = 'Give the token a name.'
  if ([...name].length > MAX_NAME) faults.name = `Use at most ${MAX_NAME} characters.`
  if (scopes.length === 0) faults.scopes = 'Choose at least one scope.'
  const isDays = Number.isInteger(days) && days >= DAYS.least && days <= DAYS.most
  if (expiry !== 'never' && !isDays) faults.days = `Give a whole number from ${DAYS.least} to ${DAYS.most}.`
  const lifetime = expiry === 'never' ? { expiresAt: null } : { expiresInDays: days }
  return { faults, request: { name, source: 'settings', client: 'browser', scopes, ...lifetime } }
}

const describeExpiry = (form) => {
  const { faults, request } = read(form)
  const hint = form.querySelector('[data-expiry-hint]')
  form.querySelector('[data-custom-days]').hidden = form.elements.expiry.value !== 'custom'
  if (request.expiresAt === null) hint.textContent = 'Works until you revoke it: whoever finds it can use it for ever'
  else hint.textContent = faults.days === undefined ? `On ${dayIn(request.expiresInDays, Date.now())}` : ' '
}

/** Shows every fault at its field and moves to the first; fields without one are clean again. */
const showFaults = (form, faults) => {
  for (const place of form.querySelectorAll('[data-fault]')) {
    const message = faults[place.dataset.fault]
    place.textContent = message ?? ''
    place.hidden = message === undefined
  }
  for (const field of ['name', 'days']) form.elements[field].toggleAttribute('aria-invalid', false)
  for (const field of Object.keys(faults)) form.elements[field]?.setAttribute?.('aria-invalid', 'true')
  const [first] = Object.keys(faults)
  if (first === 'scopes') form.elements.scopes[0].focus()
  else if (first !== undefined) form.elements[first]?.focus()
}

const setBusy = (form, isBusy) => {
  const button = form.querySelector('button.primary')
  button.setAttribute('aria-disabled', String(isBusy))
  button.textContent = isBusy ? 'Creating…' : 'Create token'
}

const reset = (form) => {
  form.reset()
  describeExpiry(form)
}

/** `submit` is given the request and answers what went wrong, or nothing. */
export const wireForm = (form, submit) => {
  let isBusy = false
  form.addEventListener('input', () => describeExpiry(form))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    const { faults, request } = read(form)
    showFaults(form, faults)
    if (Object.keys(faults).length > 0) return
    isBusy = true
    setBusy(form, true)
    const fault = await submit(request)
    isBusy = false
    setBusy(form, false)
    if (fault === undefined) reset(form)
    else showFaults(form, { form: fault })
  })
  describeExpiry(form)
  form.querySelector('button.primary').disabled = false
}
