export type ServerSetting = {
  readonly templateFolder: string
  /** What the bare server answers. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export type Usage = { readonly cpuMicroseconds: number }

export const setting: ServerSetting = JSON.parse(process.env.BENCH_SETTING ?? '{}')

/** Tells where the server is, and from then on what the process has used. */
export const ready = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicroseconds: user + system } satisfies Usage)
  })
  process.send?.(url)
}
