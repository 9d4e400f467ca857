// Becomes another program: a scene starts Node only, and a program in between would outlive or hide what is killed.
const [, , file = '', ...args] = process.argv;
if (!process.execve) throw new Error('this system has no execve');
process.execve(file, [file, ...args], process.env);
