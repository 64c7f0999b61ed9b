import { useMutation, useQuery } from '@tanstack/react-query'
import {
  digestRhythms,
  getRequestDigest,
  saveRequestDigest,
  type DigestRhythm,
} from '../../../../contract/endpoints/request-digest.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { SoundChoice } from './sound-choice.tsx'

const digestQuery = queryOf(getRequestDigest, ['profile'], {})

const rhythms: Record<DigestRhythm, { label: string; detail?: string }> = {
  never: { label: t('No mails') },
  at_once: { label: t('At once'), detail: t('At most one mail a minute.') },
  hourly: { label: t('Every hour') },
  daily: { label: t('Every day') },
}

/** The ways in which an administrator hears of new requests. Each choice is saved at once. */
export function RequestNews() {
  const read = useQuery(digestQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (rhythm: DigestRhythm) => call(saveRequestDigest, { body: { rhythm } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(digestQuery.queryKey, saved)
      toast({ title: t('Your choice was saved') })
    },
    onError: (error) => toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' }),
  })
  const shown = isPending ? variables : read.data?.rhythm
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-2">
        {t(
          'A mail has the number of new requests and of those that wait, and no name or amount. It comes only if there are new ones.',
        )}
      </p>
      <ReadProblem reads={[read]} />
      {!shown && read.isPending && <Skeleton className="h-24 w-full" />}
      {shown && (
        <RadioCards
          legend={t('Mails about new requests')}
          cards={digestRhythms.map((value) => ({ value, disabled: isPending, ...rhythms[value] }))}
          value={shown}
          onChange={(value) => mutate(value as DigestRhythm)}
        />
      )}
      <SoundChoice />
    </div>
  )
}
