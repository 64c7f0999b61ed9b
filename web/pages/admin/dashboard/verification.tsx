import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getVerification } from '../../../../contract/endpoints/verification.ts'
import { t } from '../../../../contract/translate.ts'
import { VerificationNotice } from '../../../features/verification/verification-notice.tsx'
import { verificationQuery } from '../../../features/verification/verification-query.ts'
import { useMay } from '../../../lib/use-may.ts'

/** The warning about the books, for the administrators who may read the findings. */
export function BooksNotice() {
  const may = useMay()
  const { data } = useQuery({ ...verificationQuery, enabled: may(getVerification) })
  if (!data) return null
  return (
    <VerificationNotice
      verification={data}
      action={
        <Link to="/admin/treasury" className="link font-semibold">
          {t('Look at the checks')}
        </Link>
      }
    />
  )
}
