/** What the shell is told: scripts branch on these. */
export const EXIT = { ok: 0, refused: 1, usage: 2, notSignedIn: 3, unreachable: 4, unexpected: 5 } as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** How a command ended: `answer` is for stdout and nothing else goes there; `hint` is for stderr. */
export type Outcome = { readonly exit: Exit; readonly answer?: string; readonly hint?: string }
