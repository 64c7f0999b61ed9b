import { useStoredText } from './stored-text.ts'

/** Tells if single-letter keys work. People who use dictation, or who press keys by accident, can turn them off. */
export function useLetterKeys(): { isOn: boolean; turn: (isOn: boolean) => void } {
  const { text, keep } = useStoredText('letter-keys')
  return { isOn: text !== 'off', turn: (isOn) => keep(isOn ? 'on' : 'off') }
}
