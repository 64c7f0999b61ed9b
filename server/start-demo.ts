import { hashPassword } from './accounts/auth/passwords.ts'
import type { FastifyBaseLogger } from 'fastify'
import { addPast } from './demo/chain/add-past.ts'
import { openDemoChain } from './demo/chain/demo-chain.ts'
import { demoDepositAddress } from './demo/chain/payments.ts'
import { type DemoCredentials, openDemoWorld } from './demo/demo.ts'
import { administrators } from './demo/people.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/client.ts'
import type { Files } from './platform/files/files.ts'
import type { ProcessLife } from './platform/process-life.ts'

/**
 * Returns the configuration of a demonstration. Its payments are made up, so they go to a made-up address, and no provider
 * of the real network is ever asked.
 */
export function asDemo(config: Config): Config {
  const noProvider = {
    tronApiUrl: undefined,
    tronApiKey: undefined,
    tronSecondApiUrl: undefined,
    tronSecondApiKey: undefined,
  }
  return { ...config, ...noProvider, depositAddress: demoDepositAddress }
}

interface DemoDeps {
  config: Config
  db: Db
  files: Files
  log: FastifyBaseLogger
  ownerUrl: string
}

/**
 * Makes up people and, with the clock, their payments. Returns what a visitor needs, a line each, and the address
 * of the made-up network.
 */
export async function startDemo(
  { config, db, files, log, ownerUrl }: DemoDeps,
  life: ProcessLife,
): Promise<{ lines: string[]; config: Pick<Config, 'tronApiUrl'> }> {
  console.log('Making up the people of the demonstration. The first time this takes some seconds.')
  const credentials = await openDemoWorld({ db, ownerUrl, files, hashPassword })
  await addPast(ownerUrl, config.tronContract)
  const onError = (err: unknown) => log.warn({ err }, 'The payments of the demonstration could not be made up')
  const chain = await openDemoChain({ db, contract: config.tronContract, onError })
  life.onEnd(chain.start())
  return { lines: describeDemo(credentials), config: { tronApiUrl: chain.url } }
}

const otherAdministrators = administrators.filter(({ duty }) => duty !== 'owner').map(({ email }) => email)

function describeDemo({ admin, member }: DemoCredentials): string[] {
  return [
    'A demonstration: everybody and everything in it is made up. Passwords are new at every start.',
    'Its payments are made up, too: a purchase is paid after some seconds, and final on the network about a minute later.',
    'A payout that is marked as sent, by any hash of 64 hexadecimal digits, is confirmed about a minute later.',
    `Administrator: ${admin.email} with password ${admin.password}`,
    `Administrators of the other duties, with the same password: ${otherAdministrators.join(', ')}`,
    `Member: ${member.email} with password ${member.password}`,
  ]
}
