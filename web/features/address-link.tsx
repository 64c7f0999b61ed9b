import { Link } from '@tanstack/react-router'
import { canonicalAddress } from '../../contract/ip-address.ts'
import { t } from '../../contract/translate.ts'

interface AddressLinkProps {
  address: string
  className?: string
  /** In place of the address itself, where that is said beside it. */
  label?: string
}

/** Leads to all that is on record from an address. What is none, as some proxies pass on, stays text. */
export function AddressLink({ address, className = 'link-quiet', label }: AddressLinkProps) {
  if (canonicalAddress(address) !== address) return label === undefined ? address : null
  return (
    <Link
      to="/admin/audit-log"
      search={{ ip_address: address }}
      title={label === undefined ? t('All from this address') : undefined}
      className={className}
    >
      {label ?? address}
    </Link>
  )
}
