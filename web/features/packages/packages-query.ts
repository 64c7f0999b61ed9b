import { listPackages } from '../../../contract/endpoints/packages.ts'
import { read } from '../../lib/query-of.ts'

export const packagesQuery = read(listPackages, ['packages'], {}, { staleTime: 60_000 })
