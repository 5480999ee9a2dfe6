export * from './otherExamples';
export * from './v2Examples';
