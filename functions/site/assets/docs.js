import { letCopy } from './copy.js'

letCopy(document)
