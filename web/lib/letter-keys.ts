import { useStoredText } from './stored-text.ts'

/** Whether keys that are a single letter or sign do something. Whoever dictates, or types by accident, turns them off. */
export function useLetterKeys(): { isOn: boolean; turn: (isOn: boolean) => void } {
  // The desks were the first to have such keys.
  const { text, keep } = useStoredText('desk-keys')
  return { isOn: text !== 'off', turn: (isOn) => keep(isOn ? 'on' : 'off') }
}
