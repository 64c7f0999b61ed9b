import { Crown, Gem, Shield, Star } from 'lucide-react'
import { expect, test } from 'vitest'
import { packageIcons } from '../../../contract/package-icons.ts'
import { packageDisplay } from './package-display.ts'

test('each icon has its metal and its picture [SHELL-17]', () => {
  expect(packageIcons.map((icon) => packageDisplay[icon].name)).toEqual(['Shield', 'Gold', 'Diamond', 'Platinum'])
  expect(packageIcons.map((icon) => packageDisplay[icon].icon)).toEqual([Shield, Crown, Gem, Star])
})
