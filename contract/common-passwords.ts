/**
 * Words and keyboard walks that head every list of leaked passwords. A rule such as "one capital, one digit" makes
 * people write one of them with a capital and some digits. So a password is compared by its base, not by its spelling.
 */
const bases = new Set(
  (
    'password passwort passw passwd pass secret changeme letmein welcome willkommen hello admin administrator root ' +
    'login master superman batman spiderman pokemon starwars football baseball basketball soccer hockey liverpool ' +
    'chelsea arsenal barcelona realmadrid juventus dragon monkey tiger lion eagle shadow sunshine princess iloveyou ' +
    'lovely love flower butterfly angel jesus freedom trustno whatever computer internet samsung google facebook ' +
    'linkedin microsoft windows apple android ashley michael jordan jennifer jessica daniel charlie andrew thomas ' +
    'robert matthew joshua george michelle nicole hannah amanda summer winter spring autumn january february march ' +
    'april june july august september october november december monday friday sunday london paris berlin newyork ' +
    'america canada australia india qwerty qwertyui qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm ' +
    'qaz qazwsx qazwsxedc qwe qweasd qweasdzxc abc abcd abcde abcdef abcdefg abcdefgh a aa aaa ab test tester ' +
    'testing guest user demo default temp temporary company business manager service support system server oracle ' +
    'cisco crypto bitcoin ethereum binance wallet money dollar trader trading coin coins token hunter killer ninja ' +
    'mustang ferrari porsche corvette harley yamaha cookie chocolate cheese banana orange pepper ginger'
  ).split(' '),
)
const walks = ['1q2w3e', '1qaz2wsx', 'q1w2e3', '1a2b3c', 'a1b2c3', 'zaq12wsx']
const letterOfSign: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}

/** True if a password is among those that an attacker tries first. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')
  const spelledOut = core.replaceAll(/[@4013!$57]/g, (sign) => letterOfSign[sign] ?? sign)
  const isTwice =
    core.length % 2 === 0 && bases.has(core.slice(core.length / 2)) && core.startsWith(core.slice(core.length / 2))
  return bases.has(core) || bases.has(spelledOut) || isTwice || walks.some((walk) => lower.startsWith(walk))
}
