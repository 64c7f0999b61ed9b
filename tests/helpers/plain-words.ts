/** Words that need a second reading, with the words to write instead. */
export const replacements: Record<string, string> = {
  anybody: 'any person, any caller',
  'come by': 'get, find',
  everybody: 'all members, all people',
  'in vain': 'without success',
  'is asked for': 'is requested, is needed',
  'is told': 'learns, is reported',
  nobody: 'no person, no caller',
  somebody: 'a person, another administrator',
  whatever: 'every, any, even if',
  whoever: 'the member, the administrator, the caller',
  whose: 'of which, with, that has',
}

const banned = new RegExp(`\\b(?:${Object.keys(replacements).join('|').replaceAll(' ', '\\s+')})\\b`, 'gi')

interface WordFault {
  index: number
  message: string
}

/** Returns the banned words of a text. */
export function findBannedWords(text: string): WordFault[] {
  return [...text.matchAll(banned)].map((found) => {
    const word = found[0].toLowerCase().replaceAll(/\s+/g, ' ')
    return { index: found.index, message: `instead of "${word}" write: ${replacements[word]}` }
  })
}

/** Returns the fault of a sentence that opens with a question word and asks nothing. */
export function openingFault(index: number, word: string): WordFault {
  return { index, message: `"${word}" opens a sentence: name its subject` }
}
