import { Link } from '@tanstack/react-router'
import { listAuditEvents } from '../../contract/endpoints/audit.ts'
import { canonicalIpAddress } from '../../contract/ip-address.ts'
import { useMay } from '../lib/use-may.ts'
import { t } from '../../contract/translate.ts'

interface AddressLinkProps {
  address: string
  className?: string
  /** Replaces the address as text, if the address is already shown beside the link. */
  label?: string
}

/** Links to all entries of the audit log from an IP address. Other text, as some proxies pass on, stays plain text. */
export function AddressLink({ address, className = 'link-quiet', label }: AddressLinkProps) {
  const isInReach = useMay()(listAuditEvents)
  if (!isInReach || canonicalIpAddress(address) !== address) return label === undefined ? address : null
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
