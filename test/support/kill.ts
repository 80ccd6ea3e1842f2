import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'

export class Killed extends Error {}

/** Lets so many writes through and then none: a run that dies between two of them. Gives the keys that it tried. */
export const killAfter = (s3: S3Client, writes: number) => {
  const keys: string[] = []
  const send = async (command: Parameters<S3Client['send']>[0]) => {
    if (command instanceof PutObjectCommand) {
      keys.push(command.input.Key ?? '')
      if (keys.length > writes) throw new Killed()
    }
    return s3.send(command)
  }
  const proxied = new Proxy(s3, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) })
  return { s3: proxied, keys }
}
