/** Why the service did not start, in words for a person: a setting or the machine, not a bug, so no stack is shown. */
export class StartRefusal extends Error {}
