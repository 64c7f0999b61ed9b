import { Link } from '@tanstack/react-router'
import { PersonName } from '../../ui/person-name.tsx'

interface MemberLinkProps {
  userId: string
  fullName: string
  memberId: string | null
}

/** The member of a row: a linked name, and the member id beside it. */
export function MemberLink({ userId, fullName, memberId }: MemberLinkProps) {
  return (
    <>
      <Link to="/admin/users/$userId" params={{ userId }} className="link-quiet font-semibold text-ink">
        <PersonName>{fullName}</PersonName>
      </Link>{' '}
      <span className="mono ms-1 text-ink-3">{memberId}</span>
    </>
  )
}
