import { expect, test } from 'vitest'
import { secrets } from '../../src/checks/data.ts'
import { isStandIn, serviceNames } from '../../src/model/executed-page.ts'
import { services } from '../../src/verify/services.ts'

test('every name that a page may ask for is a service, once', () => {
  expect(services.map(({ name }) => name).toSorted()).toEqual([...serviceNames].toSorted())
})

test.each(services.filter(({ name }) => isStandIn(name)))(
  'no key of $name looks like a real one',
  ({ env }) => {
    for (const value of Object.values(env))
      for (const { pattern } of secrets().patterns)
        expect(value).not.toMatch(new RegExp(pattern.source, pattern.flags))
  },
)
