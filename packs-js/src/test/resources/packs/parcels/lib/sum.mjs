export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
