import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Administrator } from '../../../../contract/administrators.ts'
import { dutyNames } from '../../../../contract/duty-names.ts'
import { changeDuty } from '../../../../contract/endpoints/administrators.ts'
import { t } from '../../../../contract/translate.ts'
import { dutyDetails } from '../../../features/users/duty-choice.tsx'
import { UserStatus } from '../../../features/users/user-status.tsx'
import { useSession } from '../../../lib/session.ts'
import { useMay } from '../../../lib/use-may.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { administratorsQuery } from './administrators-query.ts'
import { ChangeDutyDialog } from './change-duty.tsx'

/** The administrators with their duties. An owner can change the duty of every other one. */
export function Administrators() {
  const list = useInfiniteQuery(administratorsQuery)
  const more = useLoadMore(list)
  const { user: caller } = useSession()
  const mayChange = useMay()(changeDuty)
  const [changing, setChanging] = useState<Administrator | null>(null)
  const administrators = list.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="administrators" className="grid gap-3">
      <h2 id="administrators" className="serif text-xl">
        {t('Administrators')}
      </h2>
      <ReadProblem reads={[list]} />
      {list.isPending && <Skeleton className="h-40 w-full rounded-3" />}
      {administrators && (
        <ul aria-label={t('Administrators')} className="overflow-hidden rounded-3 border border-line bg-surface">
          {administrators.map((administrator) => (
            <AdministratorRow
              key={administrator.id}
              administrator={administrator}
              onChange={mayChange && administrator.id !== caller?.id ? () => setChanging(administrator) : undefined}
            />
          ))}
        </ul>
      )}
      <LoadMore more={more} />
      {changing && <ChangeDutyDialog key={changing.id} administrator={changing} onClosed={() => setChanging(null)} />}
    </section>
  )
}

interface AdministratorRowProps {
  administrator: Administrator
  /** Undefined if the duty cannot be changed by this reader. */
  onChange: (() => void) | undefined
}

function AdministratorRow({ administrator, onChange }: AdministratorRowProps) {
  const { id, full_name: name, email, duty, status, two_factor_on: hasTwoFactor } = administrator
  return (
    <li className="grid items-center justify-items-start gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_7rem_8.5rem] sm:px-5">
      <div className="min-w-0">
        <Link to="/admin/users/$userId" params={{ userId: id }} className="link font-semibold">
          <PersonName>{name}</PersonName>
        </Link>
        <p className="text-sm break-all text-ink-2">{email}</p>
      </div>
      <div>
        <p className="font-semibold">{dutyNames[duty]}</p>
        <p className="text-sm text-ink-2">{dutyDetails[duty]}</p>
      </div>
      <div className="grid justify-items-start gap-1">
        <UserStatus status={status} />
        <p className="text-sm text-ink-2">{hasTwoFactor ? t('Two-factor on') : t('Two-factor off')}</p>
      </div>
      {onChange && (
        <Button variant="ghost" size="sm" aria-label={t('Change duty of {name}', { name })} onClick={onChange}>
          {t('Change duty')}
        </Button>
      )}
    </li>
  )
}
