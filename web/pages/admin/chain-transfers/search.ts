import { chainTransferLists, type ChainTransferList } from '../../../../contract/endpoints/chain-transfers.ts'
import { createSearchReader, oneOf, textOf } from '../../../lib/search.ts'

export interface ChainTransfersSearch {
  list?: ChainTransferList | undefined
  search?: string | undefined
  cursor?: string | undefined
}

export const chainTransfersSearch = createSearchReader<ChainTransfersSearch>({
  list: (value) => oneOf(value, chainTransferLists),
  search: textOf,
  cursor: textOf,
})
