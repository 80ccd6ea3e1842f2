type ReferenceOf = ReturnType<typeof import('./reference/reference.ts').referenceOf>

/** The reference, loaded when it is asked for: what writes it is larger than all pages together. */
export const referenceOnDemand = (): ReferenceOf => {
  let made: ReferenceOf | undefined
  return async (asked) => {
    const { referenceOf } = await import('./reference/reference.ts')
    made ??= referenceOf()
    return made(asked)
  }
}
