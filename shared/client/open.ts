import { spawn } from 'node:child_process'

type Place = { readonly platform: string; readonly environment: Readonly<Record<string, string | undefined>> }

/** The program that opens a page in the person's browser; none on a Unix without a screen. */
export const openerOf = ({
  platform,
  environment,
}: Place): readonly [command: string, ...args: string[]] | undefined => {
  if (platform === 'darwin') return ['open']
  // Not `start`, which is a word of cmd.exe and would read the ampersands of the address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/** Whether the program could be started; it runs on by itself. */
export const openPage = (url: string, place: Place): Promise<boolean> => {
  const [command, ...args] = openerOf(place) ?? []
  if (command === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
