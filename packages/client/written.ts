// The writers of parameters and bodies, for the command line.
export { formText, multipartPieces, type WrittenFields } from './written-body.ts'
export { cookieText, headerText, pathText, queryText, type WrittenStyle } from './written-parameter.ts'
