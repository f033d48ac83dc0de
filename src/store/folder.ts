/** The folder used when none is named, below the working directory. */
export const defaultStoreFolder = '.pawl';
