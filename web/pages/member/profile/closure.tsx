import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ClosureState } from '../../../../contract/account-closure.ts'
import { closureObstacleNamesIn } from '../../../../contract/closure-texts.ts'
import {
  closureDays,
  getAccountClosure,
  keepAccount,
  type ClosureObstacle,
} from '../../../../contract/endpoints/account-closure.ts'
import * as ofPage from '../../../../contract/translate.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { refetchTopics } from '../../../lib/query-client.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ClosureForm } from './closure-form.tsx'

const closureQuery = queryOf(getAccountClosure, ['profile', 'wallet', 'requests'], {})

/** The way to close the account: what it removes and keeps, what stands in the way, and how the account is kept after all. */
export function ClosureSection({ memberId }: { memberId: string }) {
  const read = useQuery(closureQuery)
  return (
    <div className="grid gap-5">
      <ReadProblem reads={[read]} />
      {read.data && <State state={read.data} memberId={memberId} />}
    </div>
  )
}

function State({ state: { waiting, withdrawn, obstacles }, memberId }: { state: ClosureState; memberId: string }) {
  if (waiting) return <Waiting closesAt={waiting.closes_at} isByAdministrator={waiting.is_by_administrator} />
  return (
    <>
      {withdrawn && (
        <Notice tone="warn" title={t('Your account stays open.')}>
          {richText('When it was to be closed, at {time}, something stood in the way:', {
            time: <TimeText value={withdrawn.at} />,
          })}{' '}
          {withdrawn.obstacles.map((obstacle) => names[obstacle]).join(' ')}
        </Notice>
      )}
      <Consequences />
      {obstacles.length > 0 ? <Obstacles obstacles={obstacles} /> : <ClosureForm memberId={memberId} />}
    </>
  )
}

const names = closureObstacleNamesIn(ofPage)

function Waiting({ closesAt, isByAdministrator }: { closesAt: string; isByAdministrator: boolean }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(keepAccount, {}),
    onSuccess: () => refetchTopics(['profile', 'session']),
  })
  return (
    <Notice
      tone="warn"
      title={richText('Your account closes on {time}.', { time: <TimeText value={closesAt} /> })}
      action={
        <Button size="sm" busy={isPending} onClick={() => mutate()}>
          {t('Keep my account')}
        </Button>
      }
    >
      {isByAdministrator && <>{t('An administrator began this for you.')} </>}
      {t('Until then you can use it as always. After that, nobody can bring it back.')}
      {error && <span role="alert"> {messageOf(error)}</span>}
    </Notice>
  )
}

function Consequences() {
  return (
    <div className="grid gap-3 text-sm text-ink-2">
      <p>
        {t(
          'Removed are your name, email, phone number and place, your password, passkeys and sessions, your log-ins and devices, your withdrawal addresses, your notifications, and the text of your chat messages.',
        )}
      </p>
      <p>
        {t(
          'Kept without your name are your requests, with the addresses and hashes of payments, and the movements of coins, because the books must add up. Your payment slips are kept, too, as evidence of the payments. What administrators wrote about requests stays.',
        )}
      </p>
      <p>
        {t(
          'The account closes {days} days after you ask, and until then you can keep it. After that it cannot be undone.',
          {
            days: closureDays,
          },
        )}{' '}
        {richText('First {link}.', {
          link: (
            <a href="#data" className="link">
              {t('download a copy of your data')}
            </a>
          ),
        })}
      </p>
    </div>
  )
}

function Obstacles({ obstacles }: { obstacles: readonly ClosureObstacle[] }) {
  return (
    <Notice tone="info" title={t('Your account cannot be closed yet.')}>
      <ul className="mt-2 grid gap-2">
        {obstacles.map((obstacle) => (
          <li key={obstacle} className="grid">
            <span>{names[obstacle]}</span>
            <span>{ways[obstacle]()}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The way of a member out of each obstacle. */
const ways: Record<ClosureObstacle, () => ReactNode> = {
  debt: () => richText('{link}, who can tell how to settle it.', { link: support(t('Write to support')) }),
  balance: () =>
    richText('{link}, or send them to another member. Support can take away a rest of fewer than 1,000 ET.', {
      link: way('/dashboard/withdraw', t('Withdraw the coins')),
    }),
  locked: () => richText('{link}, or wait for the decision.', { link: pending(t('Cancel the request')) }),
  requests: () => richText('{link}, or wait for the decision.', { link: pending(t('Cancel the request')) }),
  payouts: () =>
    richText('{link}, and wait until it is finished.', { link: way('/dashboard/activity', t('See your withdrawals')) }),
  proposal: () => richText('{link}, who can say when it is over.', { link: support(t('Write to support')) }),
  review: () => richText('{link}, who can say when it is over.', { link: support(t('Write to support')) }),
}

const way = (href: string, text: string) => (
  <AppLink href={href} className="link">
    {text}
  </AppLink>
)
const support = (text: string) => way('/dashboard?openChat=true', text)
const pending = (text: string) => way('/dashboard/activity?status=pending', text)
