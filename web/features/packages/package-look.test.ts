import { expect, test } from 'vitest'
import { packageIcons } from '../../../contract/package-icons.ts'
import { packageLooks } from './package-look.ts'

test('each icon has its metal', () => {
  expect(packageIcons.map((icon) => packageLooks[icon].name)).toEqual(['Shield', 'Gold', 'Diamond', 'Platinum'])
})
