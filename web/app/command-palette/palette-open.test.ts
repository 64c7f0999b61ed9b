import { expect, test } from 'vitest'
import { isPaletteShortcut } from './palette-open.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }

test.each([
  ['Ctrl and K', { key: 'k', ctrlKey: true }, { elsewhere: true, onApple: false }],
  ['Ctrl and K with caps lock', { key: 'K', ctrlKey: true }, { elsewhere: true, onApple: false }],
  ['Cmd and K', { key: 'k', metaKey: true }, { elsewhere: false, onApple: true }],
  ['both and K', { key: 'k', ctrlKey: true, metaKey: true }, { elsewhere: false, onApple: false }],
  ['K alone', { key: 'k' }, { elsewhere: false, onApple: false }],
  ['Ctrl, Shift and K', { key: 'k', ctrlKey: true, shiftKey: true }, { elsewhere: false, onApple: false }],
  ['AltGr and K', { key: 'k', ctrlKey: true, altKey: true }, { elsewhere: false, onApple: false }],
  ['a word being composed', { key: 'k', ctrlKey: true, isComposing: true }, { elsewhere: false, onApple: false }],
  ['no key at all', { ctrlKey: true }, { elsewhere: false, onApple: false }],
])('%s', (_, press, opens) => {
  const whole = { ...none, ...press }
  expect({ elsewhere: isPaletteShortcut(whole, false), onApple: isPaletteShortcut(whole, true) }).toEqual(opens)
})
