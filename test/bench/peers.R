# Times R's procedures on the data that the JavaScript side measured: CSV columns on stdin, name and seconds out.
suppressPackageStartupMessages({
  library(boot)
  library(coin)
})
data <- read.csv(file("stdin"))
best <- function(call, times) min(replicate(times, sum(system.time(call())[1:2])))
sample40 <- data$value[1:40]
apart <- data.frame(value = data$whole[1:40], arm = factor(rep(c("a", "b"), each = 20)))
cat("boot", as.character(packageVersion("boot")), "coin", as.character(packageVersion("coin")), "\n")
cat("bca40default", best(function() boot.ci(boot(sample40, function(x, i) mean(x[i]), 9999), type = "bca"), 3), "\n")
cat("twoSample20", best(function() for (k in 1:20) pvalue(oneway_test(value ~ arm, apart, distribution = "exact")), 3) / 20, "\n")
