import { useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import { playTone, useRequestSound } from '../../../features/requests/request-sound.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'

/** Switches the tone of new requests on this device, and plays it. */
export function SoundChoice() {
  const { isOn, choose } = useRequestSound()
  const [isSilent, setIsSilent] = useState(false)
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="mb-2 text-sm font-semibold">{t('Sound')}</legend>
      <Checkbox checked={isOn} onChange={({ target }) => choose(target.checked)}>
        {t('Play a short tone on this device when a request arrives')}
      </Checkbox>
      <p className="text-sm text-ink-2">
        {t(
          'Only while a page of administrators is open. After a page is loaded, browsers play it from the first click on.',
        )}
      </p>
      <Button variant="ghost" onClick={() => void playTone().then((isPlayed) => setIsSilent(!isPlayed))}>
        {t('Try it')}
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {isSilent && t('This browser plays no tone.')}
      </p>
    </fieldset>
  )
}
