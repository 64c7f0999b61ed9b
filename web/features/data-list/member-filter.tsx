import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { emptyTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { userQuery, usersQuery } from '../../lib/user-queries.ts'
import { Button } from '../../ui/button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { Popover, PopoverClose } from '../../ui/popover.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useTypedText } from '../../lib/use-typed-text.ts'

interface MemberFilterProps {
  label?: string
  userId: string | undefined
  onChange: (userId: string | undefined) => void
}

/** Restricts a list to one person, found by typing. */
export function MemberFilter({ label = t('Member'), userId, onChange }: MemberFilterProps) {
  const id = useId()
  const user = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined })
  const name = userId === undefined ? t('Anyone') : (user.data?.profile.full_name ?? t('One member'))
  return (
    <div className="grid content-start gap-1.5 md:w-36">
      <span id={id} className="text-sm font-semibold">
        {label}
      </span>
      <Popover
        label={t('Choose: {label}', { label })}
        align="start"
        trigger={
          <Button
            variant="ghost"
            title={user.data?.profile.full_name}
            aria-labelledby={`${id} ${id}-name`}
            className="min-w-0 justify-between bg-surface px-3 font-normal"
          >
            <PersonName isCut id={`${id}-name`}>
              {name}
            </PersonName>
            <ChevronDown aria-hidden="true" className="text-ink-2" />
          </Button>
        }
      >
        <MemberSearch isChosen={userId !== undefined} onChoose={onChange} />
      </Popover>
    </div>
  )
}

const foundMax = 6

interface MemberSearchProps {
  isChosen: boolean
  onChoose: (userId: string | undefined) => void
}

function MemberSearch({ isChosen, onChoose }: MemberSearchProps) {
  const [search, setSearch] = useState('')
  const { text, write, askNow } = useTypedText({ applied: search, apply: setSearch })
  const found = useQuery({ ...usersQuery({ search, limit: foundMax }), enabled: search !== '' })
  const users = search === '' ? undefined : found.data?.items
  return (
    <div className="grid gap-2">
      <form onSubmit={askNow}>
        <TextInput
          type="search"
          aria-label={t('Find a member')}
          placeholder={t('Name, email or member ID')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      </form>
      {isChosen && (
        <PopoverClose asChild>
          <Button variant="quiet" size="sm" onClick={() => onChoose(undefined)} className="justify-self-start">
            {t('Anyone')}
          </Button>
        </PopoverClose>
      )}
      <ReadProblem reads={[found]} />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {users?.length === 0 && emptyTexts.noUsers}
      </p>
      <ul aria-label={t('Found')} className="empty:hidden">
        {users?.map(({ id, full_name: name, member_id: memberId }) => (
          <li key={id}>
            <PopoverClose asChild>
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-2 px-2 text-start hover:bg-brand-soft"
              >
                <PersonName>{name}</PersonName>{' '}
                <span className="mono text-ink-3">{memberId ?? t('Administrator')}</span>
              </button>
            </PopoverClose>
          </li>
        ))}
      </ul>
    </div>
  )
}
