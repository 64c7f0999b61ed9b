import { useStoredText } from './stored-text.ts'

/** Tells if single-letter keys work. People who use dictation, or who press keys by accident, can turn them off. */
export function useLetterKeys(): { isOn: boolean; turn: (isOn: boolean) => void } {
  // The name comes from the approvals ("desks"), which had such keys first.
  const { text, keep } = useStoredText('desk-keys')
  return { isOn: text !== 'off', turn: (isOn) => keep(isOn ? 'on' : 'off') }
}
