import { useQuery } from '@tanstack/react-query'
import { getOperator } from '../../../contract/endpoints/operator.ts'
import type { Operator } from '../../../contract/operator.ts'
import { t } from '../../../contract/translate.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Notice } from '../../ui/notice.tsx'

const operatorQuery = queryOf(getOperator, ['settings'], {}, { staleTime: 300_000 })

const names: Record<keyof Operator, string> = {
  name: t('name of the operator'),
  address: t('postal address of the operator'),
  email: t('mail address of the operator'),
}

/** A detail that the operator has entered, or a clearly marked gap. */
export function OperatorDetail({ of }: { of: keyof Operator }) {
  const { data } = useQuery(operatorQuery)
  const detail = data?.[of]
  if (detail && of === 'email') return <Mail address={detail} />
  if (detail) return <strong className="font-semibold text-ink">{detail}</strong>
  return (
    <mark data-missing={data ? of : undefined} className="rounded-1 bg-wait-soft px-1 text-wait">
      [{names[of]}]
    </mark>
  )
}

/** Tells of the gaps, if there are any. */
export function OperatorNotice() {
  const { data } = useQuery(operatorQuery)
  if (!data || Object.values(data).every((detail) => detail !== null)) return null
  return (
    <Notice tone="warn" title={t('This text is not complete.')}>
      {t('The operator of this site has not entered all of their details yet. The gaps are in brackets.')}
    </Notice>
  )
}

function Mail({ address }: { address: string }) {
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  )
}
