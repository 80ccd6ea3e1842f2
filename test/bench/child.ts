import { fork } from 'node:child_process'

export type Child<Ask, Answer> = {
  /** The first answer is to the start itself. */
  readonly ask: (message: Ask) => Promise<Answer>
  readonly end: () => void
}

type Started<Ask, Answer> = Child<Ask, Answer> & { readonly said: unknown }

/** A process that says something when it is ready, and then answers one message at a time. */
export const startChild = <Ask extends object, Answer>(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<Started<Ask, Answer>> =>
  new Promise((resolve, reject) => {
    const child = fork(file, { env: { ...environment }, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    let fail: (error: Error) => void = reject
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)))
    const ask = (message: Ask): Promise<Answer> =>
      new Promise((answered, failed) => {
        fail = failed
        child.once('message', (answer: Answer) => answered(answer))
        child.send(message)
      })
    child.once('message', (said) => resolve({ said, ask, end: () => child.kill('SIGKILL') }))
  })
