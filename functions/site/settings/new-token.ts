import { html } from 'hono/html'
import { SCOPES, type Scope } from '../../../shared/tokens/schema.ts'

const MEANINGS: Readonly<Record<Scope, string>> = {
  'snapshots:read': 'Fetch the connector snapshot of a loop',
  'loops:read': 'For your local harness; opens no hosted endpoint yet',
  'loops:run': 'For your local harness; opens no hosted endpoint yet',
}

const PRESELECTED: Scope = 'snapshots:read'

const scopeChoice = (scope: Scope) => html`<label class="choice">
  <input type="checkbox" name="scopes" value="${scope}" ${scope === PRESELECTED ? 'checked' : ''} />
  <span><code>${scope}</code><small>${MEANINGS[scope]}</small></span>
</label>`

/** A form for the script: its button is off until the script has taken it over, so that a browser never sends it itself. */
export const newTokenForm = html`<form class="panel scripted" id="new-token" aria-labelledby="new-token-title" novalidate>
  <h2 id="new-token-title">New token</h2>
  <div class="columns">
    <div class="field">
      <label for="name">Name</label>
      <p class="hint" id="name-hint">Where it will be used, so that you know it again</p>
      <input type="text" id="name" name="name" maxlength="200" autocomplete="off" aria-describedby="name-hint name-fault" />
      <p class="fault" id="name-fault" data-fault="name" hidden></p>
    </div>
    <fieldset class="field" aria-describedby="scopes-fault">
      <legend>Scopes</legend>
      ${SCOPES.map(scopeChoice)}
      <p class="fault" id="scopes-fault" data-fault="scopes" hidden></p>
    </fieldset>
    <div class="field">
      <label for="expiry">Expires</label>
      <p class="hint" id="expiry-hint" data-expiry-hint>in 90 days</p>
      <select id="expiry" name="expiry" aria-describedby="expiry-hint">
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="90" selected>90 days</option>
        <option value="365">365 days</option>
        <option value="custom">Another number of days</option>
        <option value="never">Never</option>
      </select>
      <div class="field" data-custom-days hidden>
        <label for="days">Days, 1 to 365</label>
        <input type="number" id="days" name="days" min="1" max="365" step="1" value="14" aria-describedby="days-fault" />
        <p class="fault" id="days-fault" data-fault="days" hidden></p>
      </div>
    </div>
  </div>
  <div class="notice notice--stop" data-fault="form" role="alert" hidden></div>
  <p class="actions"><button class="primary" disabled>Create token</button></p>
</form>`
