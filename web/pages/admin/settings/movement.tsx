import { useMutation } from '@tanstack/react-query'
import { changeSettings } from '../../../../contract/endpoints/admin-settings.ts'
import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { adminSettingsQuery } from '../../../features/admin-settings-query.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient, refetchTopics } from '../../../lib/query-client.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'

/** Switches the simulated movement of the rate indicator. A click saves it at once. */
export function MovementSection({ settings }: { settings: AdminSettings }) {
  const mayChange = useMay()(changeSettings)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (isOn: boolean) =>
      call(changeSettings, { body: { revision: settings.revision, simulated_movement: isOn } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(adminSettingsQuery.queryKey, saved)
      toast(toasts.settingsSaved)
    },
    onSettled: () => refetchTopics(['settings']),
  })
  return (
    <Card title={t('Live rate indicator')} className="grid gap-4">
      <p className="max-w-prose text-sm text-ink-2">
        {t(
          'The arrow and the trend line beside the rate may move a little by themselves. They are labelled Indicative, and the rate that is shown and used stays the platform’s. Switched off, they follow the rate alone. It counts at once, on every page.',
        )}
      </p>
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <Checkbox
        disabled={!mayChange}
        checked={isPending ? variables : settings.simulated_movement}
        onChange={({ target }) => !isPending && mutate(target.checked)}
      >
        {t('Show simulated movement')}
      </Checkbox>
    </Card>
  )
}
