/* simgrid.h: what ranks_mpi.c needs where SimGrid simulates the ranks (bench/smpicc). Simulated ranks wait in calls that block,
 * since each look in vain would be simulated too. SimGrid 3.32 gives the function of MPI_Iallreduce uninitialized memory for
 * datatypes made by MPI_Type_contiguous, and that of MPI_Allreduce the sums. So nothing hides behind work here. */
#include <mpi.h>

#define MPI_Testall(n, r, done, status) (*(done) = 1, MPI_Waitall(n, r, status))
#define MPI_Iallreduce(mine, total, n, type, op, all, r) (*(r) = MPI_REQUEST_NULL, MPI_Allreduce(mine, total, n, type, op, all))
