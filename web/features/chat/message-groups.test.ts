import { expect, test } from 'vitest'
import { messageHeading } from './message-groups.ts'

const at = (text: string, speaker = 'You') => ({ speaker, writtenAt: new Date(`2026-11-${text}`).toISOString() })

test('the name of the writer is repeated after another writer, after a pause and on another day', () => {
  const first = at('20T14:00')
  expect(messageHeading(first, undefined)).toEqual({ isNewDay: true, isNewSpeaker: true })
  expect(messageHeading(at('20T14:05'), first)).toEqual({ isNewDay: false, isNewSpeaker: false })
  expect(messageHeading(at('20T14:06'), first)).toEqual({ isNewDay: false, isNewSpeaker: true })
  expect(messageHeading(at('20T14:01', 'Support'), first)).toEqual({ isNewDay: false, isNewSpeaker: true })
  expect(messageHeading(at('21T00:01'), at('20T23:59'))).toEqual({ isNewDay: true, isNewSpeaker: true })
})
