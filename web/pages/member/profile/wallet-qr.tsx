import { queryOptions, useQuery } from '@tanstack/react-query'
import { getWalletQr } from '../../../../contract/endpoints/own-profile.ts'
import { t } from '../../../../contract/translate.ts'
import { download } from '../../../lib/api.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface WalletQrProps {
  userId: string
  /** The address is part of the key of the query, as the server has the picture of every address at the same path. */
  address: string
}

/** The QR code of one's own wallet address, drawn by the server at 150 x 150. */
export function WalletQr({ userId, address }: WalletQrProps) {
  const { data, isError } = useQuery(walletQrQuery(userId, address))
  if (isError) return <p className="text-sm text-ink-2">{t('The QR code could not be loaded.')}</p>
  if (!data) return <Skeleton className="size-[150px]" />
  return (
    <img src={data} width={150} height={150} alt={t('QR code of your wallet address')} className="rounded-2 bg-white" />
  )
}

function walletQrQuery(userId: string, address: string) {
  return queryOptions({
    queryKey: [getWalletQr.id, userId, address],
    queryFn: async ({ signal }) => {
      const { blob } = await download(getWalletQr, { params: { userId } }, { signal })
      return `data:image/svg+xml,${encodeURIComponent(await blob.text())}`
    },
    staleTime: Infinity,
    meta: { topics: [], isPublic: false },
  })
}
