/** Numbers added one by one to a typed array: a million of them in four megabytes, where plain arrays take many more. */
export interface Growing {
  readonly push: (number: number) => void
  readonly length: () => number
  /** What was added so far. */
  readonly numbers: () => Uint32Array
}

export function growing(): Growing {
  let array = new Uint32Array(1024)
  let length = 0
  return {
    push(number) {
      if (length === array.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(array)
        array = larger
      }
      array[length++] = number
    },
    length: () => length,
    numbers: () => array.slice(0, length),
  }
}
