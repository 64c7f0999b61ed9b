import { listPackages } from '../../../contract/endpoints/packages.ts'
import { read } from '../../lib/read.ts'

export const packagesQuery = read(listPackages, ['packages'], {}, { staleTime: 60_000 })
